import type { Alarm, AlarmTopic } from "../domain/alarm.ts";
import type { Logger } from "./log/log.ts";

/** Dependencies of {@link Alarms}. */
export interface AlarmsDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly logger: Pick<Logger, "error">;
}

/** Tasks that this server cannot do at the moment although sales go on. */
export class Alarms {
  readonly #deps: AlarmsDeps;
  readonly #raised = new Map<AlarmTopic, Alarm>();
  #record: ((alarms: readonly Alarm[]) => void) | undefined;

  constructor(deps: AlarmsDeps) {
    this.#deps = deps;
  }

  /** Hands all alarms to a record, now and with each change. */
  recordIn(record: (alarms: readonly Alarm[]) => void): void {
    this.#record = record;
    this.#changed();
  }

  /** Raises an alarm, which keeps its time if it was raised before. */
  raise(topic: AlarmTopic, message: string): void {
    this.#deps.logger.error(message);
    const since = this.#raised.get(topic)?.since ?? this.#deps.now();
    this.#raised.set(topic, { topic, since, message });
    this.#changed();
  }

  clear(topic: AlarmTopic): void {
    if (this.#raised.delete(topic)) this.#changed();
  }

  has(topic: AlarmTopic): boolean {
    return this.#raised.has(topic);
  }

  #changed(): void {
    this.#record?.([...this.#raised.values()]);
  }
}
