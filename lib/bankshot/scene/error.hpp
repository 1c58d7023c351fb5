#pragma once
#include <bankshot/config.hpp>

#include <stdexcept>
#include <string>

namespace bankshot::BANKSHOT_ABI {

/// Why a scene was refused. what() reads "FILE:LINE:COLUMN: KEY: MESSAGE"; parts that do not apply are left out.
class BANKSHOT_API SceneError : public std::runtime_error {
 public:
  SceneError(std::string file, int line, int column, std::string key, std::string message);

  const std::string& file() const noexcept { return file_; }
  int line() const noexcept { return line_; }      ///< from 1; 0 when the file could not be read at all
  int column() const noexcept { return column_; }  ///< from 1, in bytes
  /// Returns the path of the value, such as "bodies[2].shapes[0].radius"; empty for syntax errors.
  const std::string& key() const noexcept { return key_; }
  /// Returns what was expected, and what was there.
  const std::string& message() const noexcept { return message_; }

 private:
  std::string file_;
  int line_;
  int column_;
  std::string key_;
  std::string message_;
};

}  // namespace bankshot::BANKSHOT_ABI
