/** Meaning of a colour: success, attention, failure, or nothing in particular. */
export type Tone = "good" | "warn" | "bad" | "plain";
