// The greatest of some hundred keys in their order, by the lanes of a workgroup together: their limit is found bit by bit.

/** Keys to choose from, those that were chosen, and the same with the greatest first. */
var<workgroup> keys: array<u32, 368>;
var<workgroup> chosen: array<u32, 256>;
var<workgroup> kept: array<u32, 256>;
var<workgroup> reached: array<atomic<u32>, 16>;

/**
 * The greatest number that `limit` of the first `count` keys reach, all below 2^bits, an even number, or 0
 * when there are not as many. Two bits at a time: how many keys reach each of three numbers is counted in
 * ten bits each of one word.
 */
fn leastKept(count: u32, bits: u32, limit: u32) -> u32 {
  if (lane < 16u) { atomicStore(&reached[lane], 0u); }
  workgroupBarrier();
  var least = 0u;
  // Once as many reach it as are wanted, the bits that are left change nothing.
  var exact = false;
  for (var shift = bits; shift > 0u; shift -= 2u) {
    let step = 1u << (shift - 2u);
    let one = least + step;
    let two = one + step;
    let three = two + step;
    var found = 0u;
    if (!exact) {
      for (var at = lane; at < count; at += WORKGROUP) {
        let key = keys[at];
        found += select(0u, 1u, key >= one) + select(0u, 1u << 10u, key >= two)
          + select(0u, 1u << 20u, key >= three);
      }
    }
    let slot = (shift >> 1u) - 1u;
    if (found > 0u) { atomicAdd(&reached[slot], found); }
    workgroupBarrier();
    let all = atomicLoad(&reached[slot]);
    var enough = 0u;
    if ((all >> 20u) >= limit) {
      least = three;
      enough = all >> 20u;
    } else if (((all >> 10u) & 1023u) >= limit) {
      least = two;
      enough = (all >> 10u) & 1023u;
    } else if ((all & 1023u) >= limit) {
      least = one;
      enough = all & 1023u;
    }
    exact = exact || enough == limit;
  }
  return least;
}

/**
 * Writes the `limit` greatest of the first `count` keys, all below 2^bits, to `kept` and returns their number; all
 * lanes. Keys are all different but for those that are 0, which do not count.
 */
fn keepGreatest(count: u32, bits: u32, limit: u32) -> u32 {
  let least = max(leastKept(count, bits, limit), 1u);
  if (lane == 0u) { atomicStore(&sums[4], 0u); }
  workgroupBarrier();
  for (var at = lane; at < count; at += WORKGROUP) {
    if (keys[at] >= least) { chosen[atomicAdd(&sums[4], 1u)] = keys[at]; }
  }
  workgroupBarrier();
  let found = atomicLoad(&sums[4]);
  for (var at = lane; at < found; at += WORKGROUP) {
    let key = chosen[at];
    var rank = 0u;
    for (var i = 0u; i < found; i++) { rank += select(0u, 1u, chosen[i] > key); }
    kept[rank] = key;
  }
  workgroupBarrier();
  return found;
}
