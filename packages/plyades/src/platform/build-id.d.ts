// dist/build-id.js, which scripts/build-id.mjs makes.
declare module '#build-id' {
  /** The version of the package and a digest of what decides a simulation, such as `0.1.0-3f2a91c4`. */
  export const BUILD_ID: string;
}
