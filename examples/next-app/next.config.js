/** @type {import('next').NextConfig} */
export default {
  // The server loads the library from node_modules, where its threads find their files.
  serverExternalPackages: ['plyades'],
  // With these headers the threads of a page share memory.
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
        { key: 'Cross-Origin-Embedder-Policy', value: 'require-corp' },
      ],
    },
  ],
};
