#include "output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "bad_use.hpp"

namespace bankshot_tool {

namespace fs = std::filesystem;

namespace {

/// The same for all paths of a file, and for those of a file that is yet to be.
fs::path canonical(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  const fs::path result = fs::weakly_canonical(whole, error);
  return error ? whole : result;
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
  const fs::path real = fs::weakly_canonical(target_, error);
  if (!error) target_ = real;
  temporary_ = target_;
  std::string name = ".";
  name.append(target_.filename().string()).append(".").append(std::to_string(getpid())).append(".part");
  temporary_.replace_filename(name);
  file_ = std::fopen(temporary_.c_str(), "wbx");
  if (file_ == nullptr) {
    temporary_.clear();
    fail("cannot be written");
  }
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
  std::error_code error;
  if (!temporary_.empty()) fs::remove(temporary_, error);
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
