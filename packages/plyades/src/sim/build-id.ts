// The name of this build, in Node and in bundles alike: scripts/build-id.mjs makes it.
import { BUILD_ID as id } from '#build-id';

/** The version of the package and a digest of what decides a simulation, such as `0.1.0-3f2a91c4`. */
export const BUILD_ID: string = id;
