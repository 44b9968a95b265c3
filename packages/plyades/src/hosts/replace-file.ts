// Replaces a file so that it is whole at any time: the new one takes the place of the old one once it is on the disk, and
// a full disk leaves the old one unchanged.
import { open, rename, rm } from 'node:fs/promises';

export async function replaceFile(path: string, data: string | Uint8Array): Promise<void> {
  // Two programs that write the same file must not write into each other's.
  const fresh = `${path}.${process.pid}.new`;
  try {
    const file = await open(fresh, 'w');
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    throw error;
  }
}
