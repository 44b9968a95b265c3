// Subtrees of Connect6 by alpha-beta, a workgroup each: the board is shared, and a stone that was placed is taken
// away again. All leaves below a node are looked at side by side.

/** Nodes of a subtree above its last branches. */
const MOST_LEVELS: u32 = 3u;
const LIST: u32 = 256u;

// The stack of a search in a workgroup.
var<workgroup> lists: array<u32, LIST * MOST_LEVELS>;
var<workgroup> counts: array<u32, MOST_LEVELS>;
var<workgroup> nexts: array<u32, MOST_LEVELS>;
var<workgroup> alphas: array<i32, MOST_LEVELS>;
var<workgroup> betas: array<i32, MOST_LEVELS>;
var<workgroup> bests: array<i32, MOST_LEVELS>;
/** Where the search is: the level of the node to be entered, -1 when the item is done. */
var<workgroup> level: i32;
var<workgroup> alphaHere: i32;
var<workgroup> betaHere: i32;
var<workgroup> leafBest: atomic<i32>;
var<workgroup> current: u32;

/** Values by alpha-beta of the plies that are asked, 1 to MOST_LEVELS + 1, fail-soft in the windows of the items. */
@compute @workgroup_size(WORKGROUP)
fn search(@builtin(local_invocation_index) local: u32) {
  beginWorkgroup(local);
  let limit = limitAsked();
  let allowed = nodesAllowed();
  var nodes = 0u;
  var entered = 0u;
  loop {
    if (lane == 0u) { current = atomicAdd(&counters[0], 1u); }
    let item = workgroupUniformLoad(&current);
    if (item >= itemCount()) { break; }
    let rootDepth = depthOf(item);
    restore(itemOf(item));
    if (lane == 0u) {
      let window = windowOf(item);
      alphaHere = window.x;
      betaHere = window.y;
      level = 0;
      entered = 0u;
    }
    loop {
      if (workgroupUniformLoad(&level) < 0) { break; }
      let depth = rootDepth - level;
      let fits = expandNode(limit);
      if (lane == 0u) { atomicStore(&leafBest, -INFINITE); }
      workgroupBarrier();
      if (depth == 1 && kind != 3u) {
        for (var i = lane; i < listCount; i += WORKGROUP) { atomicMax(&leafBest, valueOfLeaf(list[i])); }
      } else if (kind != 3u) {
        for (var i = lane; i < listCount; i += WORKGROUP) {
          lists[u32(level) * LIST + i] = moveOf(list[i]);
        }
      }
      workgroupBarrier();
      if (lane == 0u) {
        nodes += 1u;
        entered += 1u;
        var value = 0;
        var returning = true;
        if (!fits) {
          output[item] = NOT_FOUND;
          atomicAdd(&counters[2], 1u);
          level = -1;
          returning = false;
        } else if (allowed > 0u && entered > allowed && rootDepth > 1) {
          output[item] = TOO_LONG;
          level = -1;
          returning = false;
        } else if (kind == 3u) {
          value = select(0, -WIN - depth, atomicLoad(&sums[2]) > 0u);
        } else if (depth == 1) {
          value = atomicLoad(&leafBest);
          nodes += listCount;
        } else {
          let at = u32(level);
          counts[at] = listCount;
          nexts[at] = 0u;
          alphas[at] = alphaHere;
          betas[at] = betaHere;
          bests[at] = -INFINITE;
          returning = false;
        }
        // Values return until a node has a branch left; the stones of finished branches are taken away.
        while (returning) {
          if (level == 0) {
            output[item] = u32(value);
            level = -1;
            break;
          }
          level -= 1;
          let at = u32(level);
          let choice = lists[at * LIST + nexts[at] - 1u];
          let side = 1u - sideToMove();
          takeAway(choice >> 9u, side);
          takeAway(choice & 511u, side);
          bests[at] = max(bests[at], -value);
          alphas[at] = max(alphas[at], -value);
          returning = bests[at] >= betas[at] || nexts[at] == counts[at];
          value = bests[at];
        }
        if (level >= 0) {
          let at = u32(level);
          let choice = lists[at * LIST + nexts[at]];
          nexts[at] += 1u;
          alphaHere = -betas[at];
          betaHere = -alphas[at];
          if (isOpen()) {
            alphaHere = -INFINITE;
            betaHere = INFINITE;
          }
          let side = sideToMove();
          place(choice >> 9u, side);
          place(choice & 511u, side);
          level += 1;
        }
      }
      workgroupBarrier();
    }
  }
  if (lane == 0u) { countNodes(nodes); }
}
