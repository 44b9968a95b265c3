// configure(): where the files of the library are, for pages whose bundler does not bring them along.
import { refuseOption } from '../core/errors.js';
import {
  absolute,
  type Configuration,
  currentConfiguration,
  setConfiguration,
} from '../platform/configuration.js';

export type { Configuration } from '../platform/configuration.js';

/**
 * Says where a page finds the library's worker and kernels, by absolute addresses or addresses relative to the page;
 * needed where neither a bundler nor the server has them beside the library. Holds for what starts from then on; what
 * is not named stays as it was. Throws a PlyadesError with ERR_OPTION for what is no address.
 */
export function configure(configuration: Configuration): void {
  const { workerUrl, wasm, ...others } = configuration;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) refuseOption(unknown, undefined, 'expected workerUrl or wasm');
  if (workerUrl !== undefined) checkAddress('workerUrl', workerUrl);
  if (wasm !== undefined && typeof wasm !== 'function') checkAddress('wasm', wasm);
  setConfiguration({ ...currentConfiguration(), ...configuration });
}

function checkAddress(option: string, address: string | URL): void {
  try {
    absolute(address);
  } catch {
    refuseOption(option, String(address), 'expected an absolute URL');
  }
}
