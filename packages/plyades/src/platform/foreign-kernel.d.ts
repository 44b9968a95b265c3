// dist/wasm/foreign.js, which scripts/build-browser.mjs makes.
declare module '#foreign-kernel' {
  /** The kernel `foreign`, compressed by gzip, in base64. */
  const packed: string;
  export default packed;
}
