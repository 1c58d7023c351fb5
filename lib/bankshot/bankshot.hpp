#pragma once
// The whole library, except for scene files and drawing.

#include <bankshot/broad/broad_phase.hpp>
#include <bankshot/history/bytes.hpp>
#include <bankshot/history/history.hpp>
#include <bankshot/history/input.hpp>
#include <bankshot/history/recording.hpp>
#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/explain.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mouth.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/overlap_batch.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/response/respond.hpp>
#include <bankshot/response/response.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>
#include <bankshot/shape/scaled.hpp>
#include <bankshot/shape/shape.hpp>
#include <bankshot/simd/width.hpp>
#include <bankshot/world/clock.hpp>
#include <bankshot/world/world.hpp>
