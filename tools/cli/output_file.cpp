#include "output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "bad_use.hpp"

namespace bankshot_tool {

namespace fs = std::filesystem;

namespace {

/// Returns the same path for all names of a file, also if it does not exist yet.
fs::path canonical(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  const fs::path result = fs::weakly_canonical(whole, error);
  return error ? whole : result;
}

/// Follows a chain of symbolic links to its end, whether that exists or not; stops at the system's limit on links.
fs::path behind_links(fs::path path) {
  constexpr int most_links = 40;
  std::error_code error;
  for (int i = 0; i < most_links && fs::is_symlink(path, error); ++i) {
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), target_(path) {
  std::error_code error;
  if (fs::is_directory(target_, error)) throw Failure(path + ": cannot be written: is a folder");
  if (fs::exists(target_, error) && !fs::is_regular_file(target_, error)) {
    file_ = std::fopen(path.c_str(), "wb");
    if (file_ == nullptr) fail("cannot be written");
    return;
  }
  target_ = behind_links(target_);
  struct stat replaced = {};
  const bool replaces = stat(target_.c_str(), &replaced) == 0;
  if (!replaces && errno != ENOENT) fail("cannot be written");
  if (replaces && access(target_.c_str(), W_OK) != 0) fail("cannot be written");
  open_beside(replaces ? replaced.st_mode & 07777 : 0666, replaces);
}

// Restricts the mode from the start: the new file is never readable for more people than the old one, not even while it
// is written.
void OutputFile::open_beside(unsigned mode, bool exactly) {
  temporary_ = target_;
  std::string name = ".";
  name.append(target_.filename().string()).append(".").append(std::to_string(getpid())).append(".part");
  temporary_.replace_filename(name);
  const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exactly ? 0600 : mode);
  if (file < 0) {
    temporary_.clear();
    fail("cannot be written");
  }
  if (exactly && fchmod(file, mode) != 0) {
    const int reason = errno;
    close(file);
    remove_temporary();
    errno = reason;
    fail("cannot be written");
  }
  file_ = fdopen(file, "wb");
}

void OutputFile::remove_temporary() {
  std::error_code error;
  if (!temporary_.empty()) fs::remove(temporary_, error);
  temporary_.clear();
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
  remove_temporary();
}

void OutputFile::fail(const std::string& what) const {
  throw Failure(path_ + ": " + what + ": " + std::strerror(errno));
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail("cannot be written");
}

void OutputFile::commit() {
  std::FILE* file = file_;
  file_ = nullptr;
  const bool bad = std::ferror(file) != 0;
  if (std::fclose(file) != 0 || bad) fail("cannot be written");
  if (temporary_.empty()) return;
  std::error_code error;
  fs::rename(temporary_, target_, error);
  if (error) throw Failure(path_ + ": cannot be written: " + error.message());
  temporary_.clear();
}

void expect_apart(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  const auto check = [](const NamedFile& output, const NamedFile& other) {
    if (output.path.empty() || other.path.empty() || canonical(output.path) != canonical(other.path)) return;
    throw BadUse(std::string(output.name) + " and " + other.name + ": both are the file " + output.path + "; give " +
                 output.name + " another one");
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const NamedFile& input : inputs) check(outputs[i], input);
    for (std::size_t k = 0; k < i; ++k) check(outputs[i], outputs[k]);
  }
}

void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace bankshot_tool
