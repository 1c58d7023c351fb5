#pragma once
// Numbers as bytes, the lowest byte first on every machine. Not part of the public interface.
//
// Writer and reader take the same calls, so that one list of fields (fields.hpp) serves both. A reader trusts no input:
// it refuses data that it cannot return as requested, and names the place.

#include <bankshot/history/limit_names.hpp>
#include <bankshot/math/cpp20.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The number of an enumeration's values; specialised beside its field list.
template <class Enum>
inline constexpr std::uint64_t enum_count = 0;

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class T>
inline constexpr bool is_list = std::is_array_v<T>;
template <class T, std::size_t n>
inline constexpr bool is_list<std::array<T, n>> = true;

/// The unsigned integer with as many bits as a number of type T.
template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// Thrown when bytes are refused. what() does not begin with the name of a function.
struct BadBytes : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

class ByteWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  /// Numbers that need not be finite.
  template <class... T>
  void any(const T&... values) {
    (put(values), ...);
  }

  void begin(const char*) {}

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      const auto bits = bit_cast<BitsOf<T>>(value);
      for (std::size_t i = 0; i < sizeof(T); ++i) bytes_.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xff));
    } else if constexpr (std::is_same_v<T, Vec2>) {
      put(value.data()[0]), put(value.data()[1]);
    } else if constexpr (is_vector<T>) {
      put(std::uint64_t{value.size()});
      for (const auto& element : value) put(element);
    } else if constexpr (is_list<T>) {
      for (const auto& element : value) put(element);
    } else {
      fields(*this, value);
    }
  }

  std::vector<std::byte> bytes_;
};

/// Counts the bytes that a writer would write for values with empty lists.
class ByteCounter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (count(values), ...);
  }
  template <class... T>
  void any(const T&... values) {
    (count(values), ...);
  }
  std::size_t size() const { return size_; }

 private:
  template <class T>
  void count(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, Vec2>) {
      size_ += sizeof(T);
    } else if constexpr (is_vector<T>) {
      size_ += sizeof(std::uint64_t);
    } else if constexpr (is_list<T>) {
      for (const auto& element : value) count(element);
    } else {
      fields(*this, value);
    }
  }

  std::size_t size_ = 0;
};

/// Bytes of a default value of a type: no value takes fewer.
template <class T>
std::size_t fewest_bytes() {
  ByteCounter counter;
  counter(T{});
  return counter.size();
}

class ByteReader {
 public:
  /// `first`: position of the first byte in the whole, for errors.
  ByteReader(std::span<const std::byte> bytes, std::size_t first, const LoadLimits& limits)
      : bytes_(bytes), limits_(limits), first_(first) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values, true), ...);
  }
  template <class... T>
  void any(T&... values) {
    (get(values, false), ...);
  }

  /// Names the section that is read from here on, for errors.
  void begin(const char* what) {
    what_ = what;
    sections_.push_back({what, place()});
  }
  std::size_t left() const { return bytes_.size() - at_; }
  std::size_t place() const { return first_ + at_; }

  [[noreturn]] void refuse(const std::string& reason) const { refuse(reason, place()); }
  [[noreturn]] void refuse(const std::string& reason, std::size_t place) const {
    throw BadBytes(std::string(what_) + ": " + reason + " (byte " + std::to_string(place) + ")");
  }

  /// Refuses the section that began with begin(what).
  [[noreturn]] void refuse_section(const char* what, const std::string& reason) const {
    std::size_t begin = first_;
    for (const Section& section : sections_) {
      if (std::string_view(section.what) == what) begin = section.begin;
    }
    throw BadBytes(std::string(what) + ": " + reason + " (from byte " + std::to_string(begin) + " on)");
  }

  /// Charges `amount` against a limit; refuses an excess at `place`.
  void spend(LoadLimit limit, std::size_t amount, std::size_t place) {
    if (!affords(limit, amount)) refuse(too_many(limit, amount, spent_.*limit), place);
    spent_.*limit += amount;
  }
  /// Refuses `amount` if it exceeds the limit on its own.
  void at_most(LoadLimit limit, std::size_t amount, std::size_t place) const {
    if (amount > limits_.*limit) refuse(too_many(limit, amount, 0), place);
  }
  /// spent() is what was charged. spend_again() charges these amounts once more, for a section.
  const LoadLimits& spent() const { return spent_; }
  void spend_again(const LoadLimits& amounts, const char* section) {
    for (const auto& [limit, name] : load_limit_names) {
      if (!affords(limit, amounts.*limit)) refuse_section(section, too_many(limit, amounts.*limit, spent_.*limit));
      spent_.*limit += amounts.*limit;
    }
  }

  /// Reads a count of elements that take at least `bytes_each` each. Refuses more than the remaining bytes can hold, so
  /// that no caller allocates memory for more.
  std::size_t count(std::size_t bytes_each) {
    std::uint64_t number = 0;
    get(number, true);
    if (number > left() / bytes_each) {
      refuse(std::to_string(number) + " of at least " + std::to_string(bytes_each) + " bytes each do not fit in the " +
                 std::to_string(left()) + " bytes that follow",
             place() - sizeof(number));
    }
    return static_cast<std::size_t>(number);
  }

 private:
  template <class T>
  T number() {
    if (left() < sizeof(T)) {
      refuse("the bytes end here, " + std::to_string(sizeof(T) - left()) + " more were expected",
             first_ + bytes_.size());
    }
    BitsOf<T> bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bits = static_cast<BitsOf<T>>(bits | static_cast<BitsOf<T>>(static_cast<BitsOf<T>>(bytes_[at_ + i]) << (8 * i)));
    }
    at_ += sizeof(T);
    return bit_cast<T>(bits);
  }

  bool affords(LoadLimit limit, std::size_t amount) const { return amount <= limits_.*limit - spent_.*limit; }
  std::string too_many(LoadLimit limit, std::size_t amount, std::size_t before) const {
    return "expected at most " + std::to_string(limits_.*limit) + " " + name_of(limit) + ", got " +
           std::to_string(amount) + (before > 0 ? " more after " + std::to_string(before) : std::string());
  }

  void check_range(std::uint64_t value, std::uint64_t count) const {
    if (value >= count)
      refuse(std::to_string(value) + " where a value below " + std::to_string(count) + " was expected");
  }

  template <class T>
  void get(T& value, bool finite_only) {
    if constexpr (std::is_same_v<T, bool>) {
      const auto byte = number<std::uint8_t>();
      check_range(byte, 2);
      value = byte != 0;
    } else if constexpr (std::is_enum_v<T>) {
      static_assert(enum_count<T> > 0);
      const auto bits = number<BitsOf<T>>();
      check_range(bits, enum_count<T>);
      value = static_cast<T>(bits);
    } else if constexpr (std::is_arithmetic_v<T>) {
      value = number<T>();
      if constexpr (std::is_floating_point_v<T>) {
        if (finite_only && !(value - value == 0)) refuse("a number that is not finite", place() - sizeof(T));
      }
    } else if constexpr (std::is_same_v<T, Vec2>) {
      get(value.data()[0], finite_only), get(value.data()[1], finite_only);
    } else if constexpr (is_vector<T>) {
      using Element = typename T::value_type;
      const std::size_t number = count(fewest_bytes<Element>());
      if constexpr (limited_alone<Element>) {
        at_most(limit_of<Element>, number, place() - sizeof(std::uint64_t));
      } else if constexpr (limit_of<Element> != nullptr) {
        spend(limit_of<Element>, number, place() - sizeof(std::uint64_t));
      }
      value.resize(number);
      for (auto& element : value) get(element, finite_only);
    } else if constexpr (is_list<T>) {
      for (auto& element : value) get(element, finite_only);
    } else {
      fields(*this, value);
    }
  }

  struct Section {
    const char* what;
    std::size_t begin;
  };

  std::span<const std::byte> bytes_;
  std::vector<Section> sections_;
  LoadLimits limits_, spent_ = none_spent;
  std::size_t first_;
  std::size_t at_ = 0;
  const char* what_ = "";
};

}  // namespace bankshot::BANKSHOT_ABI::detail
