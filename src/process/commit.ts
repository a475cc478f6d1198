/** The commit of the program; a build writes it into its copy of this file. */
export const COMMIT: string = "unknown";

/** True in a single file; also written by the build. */
export const IS_SINGLE_FILE: boolean = false;
