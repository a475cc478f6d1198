import type { Alarm, AlarmTopic } from "../../domain/alarm.ts";
import { action, type Diagnosis } from "../../domain/diagnosis.ts";
import { moment } from "../../domain/values/wording.ts";

const ADVICE: Readonly<Record<AlarmTopic, string>> = {
  backup: "Correct the reason; the next backup clears it. Make one now with `db backup`",
  dashboard: "The log has the reason. Restart checkoutd once it is corrected",
};

/** The alarms that the server of the database has recorded. */
export function judgeAlarms(alarms: readonly Alarm[]): Diagnosis[] {
  return alarms.map(({ topic, since, message }) =>
    action(`alarm of the ${topic}`, `${message} (since ${moment(since)})`, ADVICE[topic])
  );
}
