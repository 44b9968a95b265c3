// Batches of nodes of Connect6, a workgroup each: their branches, and the values of the children as leaves.

/** Branches: per item the number of moves and the moves, best first; 0 and the result of a finished game. */
@compute @workgroup_size(WORKGROUP)
fn expand(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>
) {
  beginWorkgroup(local);
  let limit = limitAsked();
  for (var item = workgroup.x; item < itemCount(); item += workgroups.x) {
    restore(itemOf(item));
    let fits = expandNode(limit);
    let at = item * (limit + 1u);
    for (var i = lane; i < listCount; i += WORKGROUP) { output[at + 1u + i] = moveOf(list[i]); }
    if (lane == 0u) {
      output[at] = select(NOT_FOUND, listCount, fits && stones > 0u);
      if (kind == 3u) { output[at + 1u] = u32(select(-WIN, 0, atomicLoad(&sums[2]) == 0u)); }
    }
    workgroupBarrier();
  }
}

/** The same with the values of the children as leaves behind them, each from its own side. */
@compute @workgroup_size(WORKGROUP)
fn open(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>
) {
  beginWorkgroup(local);
  let limit = limitAsked();
  for (var item = workgroup.x; item < itemCount(); item += workgroups.x) {
    restore(itemOf(item));
    let fits = expandNode(limit);
    let at = item * (2u * limit + 1u);
    if (kind != 3u) {
      for (var i = lane; i < listCount; i += WORKGROUP) {
        output[at + 1u + i] = moveOf(list[i]);
        output[at + 1u + limit + i] = u32(-valueOfLeaf(list[i]));
      }
    }
    if (lane == 0u) {
      output[at] = select(NOT_FOUND, listCount, fits && stones > 0u);
      if (kind == 3u) { output[at + 1u] = u32(select(-WIN, 0, atomicLoad(&sums[2]) == 0u)); }
    }
    workgroupBarrier();
  }
}
