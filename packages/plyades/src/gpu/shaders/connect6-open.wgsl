// Batches of nodes of Connect6, a workgroup each: their branches, and the values of the children as leaves.

/** Branches: per item the number of moves and the moves, best first; 0 and the result of a finished game. */
@compute @workgroup_size(WORKGROUP)
fn expand(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>
) {
  openItems(local, workgroup.x, workgroups.x, false);
}

/** The same with the values of the children as leaves behind them, each from its own side. */
@compute @workgroup_size(WORKGROUP)
fn open(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) workgroups: vec3<u32>
) {
  openItems(local, workgroup.x, workgroups.x, true);
}

fn openItems(local: u32, workgroup: u32, workgroups: u32, valued: bool) {
  beginWorkgroup(local);
  let limit = limitAsked();
  let words = 1u + select(limit, 2u * limit, valued);
  for (var item = workgroup; item < itemCount(); item += workgroups) {
    restore(itemOf(item));
    let fits = expandNode(limit);
    let at = item * words;
    // A finished game has none.
    for (var i = lane; i < listCount; i += WORKGROUP) {
      output[at + 1u + i] = moveOf(list[i]);
      if (valued) { output[at + 1u + limit + i] = u32(-valueOfLeaf(list[i])); }
    }
    if (lane == 0u) {
      output[at] = select(NOT_FOUND, listCount, fits && stones > 0u);
      if (kind == 3u) { output[at + 1u] = u32(select(-WIN, 0, atomicLoad(&sums[2]) == 0u)); }
    }
    workgroupBarrier();
  }
}
