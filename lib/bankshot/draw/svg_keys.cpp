#include <bankshot/draw/svg_keys.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr double degrees_per_radian = 57.29577951308232;

}  // namespace

std::string Timing::percent(double time) const {
  std::string out;
  append_number(out, 100 * std::clamp(time / loop, 0.0, 1.0), 3);
  return out + "%";
}

void append_transform(std::string& out, const PoseSample& pose, const Screen& screen, const PoseText& text, bool css) {
  out += "translate(";
  append_number(out, screen.x(pose.x), 1);
  out += css ? "px," : " ";
  append_number(out, screen.y(pose.y), 1);
  out += css ? "px)rotate(" : ")rotate(";
  append_number(out, -pose.angle * degrees_per_radian, text.decimals);
  out += css ? "deg)" : ")";
  if (!(text.full_length > 0)) return;
  out += "scale(";
  append_number(out, pose.length / text.full_length, 4);
  out += css ? ",1)" : " 1)";
}

int angle_decimals(double reach_in_pixels) { return reach_in_pixels < 115 ? 1 : 2; }

void append_keys(std::string& out, const std::string& name, std::span<const PoseSample> keys, const Screen& screen,
                 const PoseText& text, const Timing& timing) {
  out += "@keyframes " + name + "{";
  std::string before;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string time = timing.percent(keys[i].time);
    if (time == before && i + 1 < keys.size()) continue;  // closer together than times are written
    before = time;
    out += i == 0 && keys[i].time > 0 ? "0%," + time : time;
    if (keys.size() == 1 || i + 1 == keys.size()) out += ",to";
    out += "{transform:";
    append_transform(out, keys[i], screen, text, true);
    out += "}";
  }
  out += "}\n";
}

void append_life(std::string& out, const std::string& name, const Life& life, const Timing& timing) {
  out += "@keyframes " + name + "{0%{opacity:" + (life.born > 0 ? "0" : "1") + "}";
  if (life.born > 0) out += timing.percent(life.born) + "{opacity:1}";
  if (life.died >= 0) out += timing.percent(life.died) + ",to{opacity:0}";
  out += life.died >= 0 ? "}\n" : "to{opacity:1}}\n";
}

std::string animation_of(const std::string& motion, const std::string& life) {
  if (life.empty()) return motion.empty() ? "" : " class=\"a\" style=\"animation-name:" + motion + "\"";
  if (motion.empty()) return " class=\"v\" style=\"animation-name:" + life + "\"";
  return " class=\"av\" style=\"animation-name:" + motion + "," + life + "\"";
}

}  // namespace bankshot::BANKSHOT_ABI::detail
