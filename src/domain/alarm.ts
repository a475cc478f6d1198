/** Parts of a server that can fail for long while it sells. */
export const ALARM_TOPICS = ["backup", "dashboard"] as const;
/** One of {@link ALARM_TOPICS}. */
export type AlarmTopic = (typeof ALARM_TOPICS)[number];

/** A failure of a part of a server, which lasts. */
export interface Alarm {
  readonly topic: AlarmTopic;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** One line. */
  readonly message: string;
}
