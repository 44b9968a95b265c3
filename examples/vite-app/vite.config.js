// With these headers the bot's threads share memory. Your server must send them too; without them the bot thinks on
// one thread.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default {
  server: { headers },
  preview: { headers },
  worker: { format: 'es' },
};
