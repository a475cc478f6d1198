import { setPriority } from "node:os";

/** Lower than that of a program that was started without a priority (0); the lowest is 19. */
const LOW = 10;

/**
 * Lowers the priority of this process: where processors are short, others run first. A system that
 * refuses it changes nothing.
 */
export function lowerPriority(): void {
  try {
    setPriority(LOW);
  } catch {
    // Without it the pages are as fast, and the server beside them slower.
  }
}
