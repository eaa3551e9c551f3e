/* What .ci/package says that this build is: "0.1.0 (1a2b3c4, 2026-11-20)"; null if nobody said it. */
const char *tasks_build(void);
