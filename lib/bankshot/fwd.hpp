#pragma once
#include <bankshot/broad/fwd.hpp>
#include <bankshot/history/fwd.hpp>
#include <bankshot/math/fwd.hpp>
#include <bankshot/query/fwd.hpp>
#include <bankshot/response/fwd.hpp>
#include <bankshot/shape/fwd.hpp>
#include <bankshot/world/fwd.hpp>
