import { AppError } from "../domain/errors.ts";
import type { MadePicture, PictureMaker } from "../domain/shop/picture.ts";
import { damaged, readHeader, refused } from "./header.ts";
import type { PictureDone, PictureJob } from "./picture_worker.ts";

/** Time limit of one picture. */
const LIMIT_MS = 10_000;
/** Limit of the pictures that wait. */
const MAX_WAITING = 20;

/**
 * Makes a maker of pictures, which works on one at a time: each may take some hundred megabytes of
 * memory, which its thread gives back with its end.
 *
 * @param limitMs time limit of a picture (default: 10 s)
 */
export function pictureMaker({ limitMs = LIMIT_MS } = {}): PictureMaker {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (file) => {
    const header = readHeader(file);
    if (waiting >= MAX_WAITING) {
      throw new AppError("error.unavailable", "Many pictures are being read: try again later");
    }
    waiting += 1;
    const made = last.then(() => onThread({ file, header }, limitMs)).finally(() => waiting -= 1);
    last = made.catch(() => {});
    return await made;
  };
}

async function onThread(job: PictureJob, limitMs: number): Promise<MadePicture> {
  const { promise, resolve, reject } = Promise.withResolvers<PictureDone>();
  const worker = new Worker(new URL("./picture_worker.ts", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<PictureDone>) => resolve(data);
  worker.onerror = (event) => {
    // An unhandled error would end the process: a decoder that runs out of memory makes one.
    event.preventDefault();
    resolve(null);
  };
  const seconds = limitMs / 1000;
  const late = () => reject(refused(`takes more than ${seconds} s to read: make it smaller`));
  const timer = setTimeout(late, limitMs);
  worker.postMessage(job, [port2]);
  try {
    const made = await promise;
    if (made === null) throw damaged();
    return made;
  } finally {
    clearTimeout(timer);
    port1.close();
    worker.terminate();
  }
}
