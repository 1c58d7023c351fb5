// The target "parts": pairs of shapes of every kind and all queries, checked against the union of parts that defines a
// composite. The target "seams": sweeps of rounded shapes over the seams of a floor, checked in the same way.

#include "fuzz_target.hpp"
#include "oracle/parts/check.hpp"
#include "oracle/parts/seams.hpp"

namespace bankshot_tool {
namespace {

using bankshot_oracle::Finding;
using bankshot_oracle::PartsCase;

class PartsTarget final : public FuzzTarget {
 public:
  PartsTarget(bool seams, const TargetSettings& settings) : seams_(seams), settings_(settings) {}

  CaseResult run(std::uint64_t index, bankshot_oracle::Notes& notes) override {
    const auto data = drawn(index);
    if (!data) {
      ++notes.by["refused by the library"];
      return {"refused", {}};
    }
    CaseResult result{seams_ ? pair_name(data->a.kind, data->b.kind) : name_of(data->which), {}};
    judge(*data, notes, result.findings);
    return result;
  }

  std::string scene(std::uint64_t index, const std::string& check) override {
    const auto data = drawn(index);
    if (!data) return "";
    std::string text = check == crash_check ? check : check + ": " + detail_of(*data, check);
    return text + "\n" + description(*data);
  }

  std::uint64_t batch() const override { return seams_ ? 16384 : 1024; }
  bool tells() const override { return true; }

 private:
  std::optional<PartsCase> drawn(std::uint64_t index) const {
    return seams_ ? bankshot_oracle::seams_case(settings_.seed, index)
                  : bankshot_oracle::parts_case(settings_.seed, index);
  }
  void judge(const PartsCase& data, bankshot_oracle::Notes& notes, bankshot_oracle::Findings& findings) const {
    const auto ask = seams_ ? bankshot_oracle::check_seams : bankshot_oracle::check_parts;
    ask(data, settings_.judging, notes, findings);
  }
  std::string detail_of(const PartsCase& data, const std::string& check) const {
    bankshot_oracle::Notes notes;
    bankshot_oracle::Findings findings;
    judge(data, notes, findings);
    for (const Finding& finding : findings) {
      if (finding.check == check) return finding.detail;
    }
    return "";
  }

  bool seams_;
  TargetSettings settings_;
};

}  // namespace

std::unique_ptr<FuzzTarget> make_parts_target(bool seams, const TargetSettings& settings) {
  return std::make_unique<PartsTarget>(seams, settings);
}

}  // namespace bankshot_tool
