#pragma once
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot_tool {

/// A file that appears whole or not at all: it is written under another name beside its place, then renamed. A pipe or
/// a terminal is written directly. Like the shell's `>`, it follows symbolic links, also to missing files, keeps the
/// mode of the file that it replaces, and does not touch a file without write permission. Throws Failure if it cannot
/// write.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  ///< removes the file unless it was committed

  void write(std::string_view text);
  void commit();
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void open_beside(unsigned mode, bool exactly);  ///< `exactly`: ignores the umask of the process
  void remove_temporary();

  std::string path_;
  std::filesystem::path target_;     ///< after symbolic links
  std::filesystem::path temporary_;  ///< empty if written directly
  std::FILE* file_ = nullptr;
};

/// A file that the command line names.
struct NamedFile {
  const char* name;  ///< of the option or the positional argument
  std::string path;  ///< empty: not given
};

/// Throws BadUse if an output is also another output or an input, however the paths are spelt.
void expect_apart(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

/// Writes a whole file; does nothing for an empty path.
void write_file(const std::string& path, const std::string& text);

}  // namespace bankshot_tool
