// A graphics device in software, for tests: Chromium carries SwiftShader and a Vulkan loader. Both must be in
// the environment before a process starts, so what needs the device runs in a process of its own.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = '/usr/lib/chromium';
const driver = `${folder}/vk_swiftshader_icd.json`;

export const hasSoftwareGpu = existsSync(driver) && existsSync(`${folder}/libvulkan.so.1`);

/** The environment of a process with a device in software, or with none. */
export function gpuEnvironment(device: 'software' | 'none'): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH: libraries } = process.env;
  return {
    ...process.env,
    LD_LIBRARY_PATH: libraries ? `${folder}:${libraries}` : folder,
    VK_DRIVER_FILES: device === 'software' ? driver : '/no/driver.json',
    VK_ICD_FILENAMES: device === 'software' ? driver : '/no/driver.json',
  };
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of the repository with this device. */
export function runOnGpu(device: 'software' | 'none', args: readonly string[]): Promise<Ended> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: root, env: gpuEnvironment(device) });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}
