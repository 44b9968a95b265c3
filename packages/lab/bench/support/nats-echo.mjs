// Sends back what comes on a subject, until it is ended: the other end of a measurement of packets over NATS.
import { connectCluster } from 'plyades/internal/hosts/nats/index.js';

const [server] = process.argv.slice(2);
const { connection } = await connectCluster({ server }, 'plyades worker');
connection.subscribe('echo.there', {
  callback: (_, { data }) => connection.publish('echo.back', data),
});
await connection.flush();
process.stderr.write('is ready\n');
