#pragma once
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot_tool {

/// A file that appears whole or not at all: written under another name beside its place, then renamed. What is not a
/// plain file (a pipe, a terminal) is written directly. As the shell's `>` would, it follows symbolic links, also to
/// what is yet to be, keeps the mode of what it replaces, and leaves alone what may not be written. Throws Failure when
/// it cannot be written.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  ///< removes what was not committed

  void write(std::string_view text);
  void commit();
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void open_beside(unsigned mode, bool exactly);  ///< `exactly`: whatever the mask of the process says
  void remove_temporary();

  std::string path_;
  std::filesystem::path target_;     ///< behind symbolic links
  std::filesystem::path temporary_;  ///< empty when written directly
  std::FILE* file_ = nullptr;
};

/// A file that the command line names.
struct NamedFile {
  const char* name;  ///< of the option, or of what stands without one
  std::string path;  ///< empty: not given
};

/// Throws BadUse when an output is another of the outputs or one of the inputs, whatever the two paths look like.
void expect_apart(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

/// The whole of a file; nothing for an empty path.
void write_file(const std::string& path, const std::string& text);

}  // namespace bankshot_tool
