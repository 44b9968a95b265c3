// Names of the web platform that declarations of the library mention. Each merges with the interface of lib `dom`, of
// @types/node or of @webgpu/types where the program has one, so that the library's types check without them too.
// scripts/portable-types.mjs lets the declarations in dist refer to this file.
/* biome-ignore-all lint/suspicious/noEmptyInterface: members come from the program's own libraries */
interface AbortSignal {}
interface MessagePort {}
interface URL {}
interface Worker {}
interface GPU {}
interface GPUComputePipeline {}
interface GPUDevice {}
declare namespace WebAssembly {
  interface Memory {}
  interface Module {}
}
