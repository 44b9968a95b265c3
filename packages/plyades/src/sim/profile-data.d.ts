// dist/profiles.js, which scripts/copy-assets.mjs makes of the files in profiles/.
declare module '#profiles' {
  export const profiles: Readonly<Record<'paper' | 'measured', unknown>>;
}
