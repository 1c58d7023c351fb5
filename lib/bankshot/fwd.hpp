#pragma once
#include <bankshot/math/fwd.hpp>
#include <bankshot/query/fwd.hpp>
#include <bankshot/shape/fwd.hpp>
#include <bankshot/world/fwd.hpp>
