/** Number in the head of our SQLite files. */
export const APPLICATION_ID = 0x636b6f74;
