// The target parts: pairs of shapes of every kind, all queries, against what the shapes are made of by definition.

#include "fuzz_target.hpp"
#include "oracle/parts/check.hpp"

namespace bankshot_tool {
namespace {

using bankshot_oracle::Finding;
using bankshot_oracle::PartsCase;

class PartsTarget final : public FuzzTarget {
 public:
  explicit PartsTarget(const TargetSettings& settings) : settings_(settings) {}

  CaseResult run(std::uint64_t index, bankshot_oracle::Notes& notes) override {
    const auto data = bankshot_oracle::parts_case(settings_.seed, index);
    if (!data) {
      ++notes.by["refused by the library"];
      return {"refused", {}};
    }
    CaseResult result{name_of(data->which), {}};
    check_parts(*data, settings_.judging, notes, result.findings);
    return result;
  }

  std::string scene(std::uint64_t index, const std::string& check) override {
    const auto data = bankshot_oracle::parts_case(settings_.seed, index);
    if (!data) return "";
    std::string text = check == crash_check ? check : check + ": " + detail_of(*data, check);
    return text + "\n" + description(*data);
  }

  std::uint64_t batch() const override { return 1024; }
  bool tells() const override { return true; }

 private:
  std::string detail_of(const PartsCase& data, const std::string& check) const {
    bankshot_oracle::Notes notes;
    bankshot_oracle::Findings findings;
    check_parts(data, settings_.judging, notes, findings);
    for (const Finding& finding : findings) {
      if (finding.check == check) return finding.detail;
    }
    return "";
  }

  TargetSettings settings_;
};

}  // namespace

std::unique_ptr<FuzzTarget> make_parts_target(const TargetSettings& settings) {
  return std::make_unique<PartsTarget>(settings);
}

}  // namespace bankshot_tool
