/* PCRE2 for texts of bytes: the names of its functions end in the width of a unit, which Swift cannot choose. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdint.h>

/* So many steps a match may take, from one place where it can begin and in all: up to a second; and so much memory, in
   KiB. */
#define CPCRE2_MATCH_LIMIT 5000000
#define CPCRE2_WORK_LIMIT 500000000
#define CPCRE2_DEPTH_LIMIT 1000000
#define CPCRE2_HEAP_LIMIT (64 * 1024)

/* Case makes no difference, letters and digits are those of all scripts, ^ and $ stand at the ends of lines, and a
   byte that is not UTF-8 is one that nothing matches. Null for an expression that cannot be read: then `error` says
   why, and `offset` where, in bytes. What it gives never changes, so that any thread may match with it
   (pcre2api(3), "MULTITHREADING"). */
static inline pcre2_code *cpcre2_compile(const uint8_t *expression, size_t count, int *error,
                                         size_t *offset) {
  const uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_CASELESS | PCRE2_MULTILINE |
                           PCRE2_ALT_CIRCUMFLEX | PCRE2_MATCH_INVALID_UTF |
                           PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT;
  *error = PCRE2_ERROR_NOMEMORY;
  *offset = 0;
  pcre2_compile_context *context = pcre2_compile_context_create(NULL);
  if (context == NULL) return NULL;
  pcre2_set_newline(context, PCRE2_NEWLINE_LF);
  if (count == 0) expression = (const uint8_t *)"";
  pcre2_code *code = pcre2_compile(expression, count, options, error, offset, context);
  pcre2_compile_context_free(context);
  return code;
}

/* The steps of a match so far. */
struct cpcre2_work {
  size_t steps, position;
};

/* Called before each item of an expression is matched: the library's own limit counts anew at each place where a match
   may begin, of which a text has millions. */
static inline int cpcre2_count(pcre2_callout_block *block, void *data) {
  struct cpcre2_work *work = data;
  const size_t position = block->current_position;
  work->steps += 1 + (position > work->position ? position - work->position
                                                : work->position - position);
  work->position = position;
  return work->steps > CPCRE2_WORK_LIMIT ? PCRE2_ERROR_MATCHLIMIT : 0;
}

/* 1 where the text holds a match, 0 where it holds none, or a negative number for which there is a message: a limit
   was reached, or there is no memory. */
static inline int cpcre2_match(const pcre2_code *code, const uint8_t *text, size_t count) {
  int result = PCRE2_ERROR_NOMEMORY;
  struct cpcre2_work work = {0, 0};
  pcre2_match_context *context = pcre2_match_context_create(NULL);
  pcre2_match_data *match = pcre2_match_data_create(1, NULL);
  if (context != NULL && match != NULL) {
    pcre2_set_match_limit(context, CPCRE2_MATCH_LIMIT);
    pcre2_set_depth_limit(context, CPCRE2_DEPTH_LIMIT);
    pcre2_set_heap_limit(context, CPCRE2_HEAP_LIMIT);
    pcre2_set_callout(context, cpcre2_count, &work);
    if (count == 0) text = (const uint8_t *)"";
    result = pcre2_match(code, text, count, 0, 0, match, context);
  }
  pcre2_match_data_free(match);
  pcre2_match_context_free(context);
  return result >= 0 ? 1 : result == PCRE2_ERROR_NOMATCH ? 0 : result;
}

/* The message for a number, with a NUL behind it. */
static inline void cpcre2_message(int error, char *buffer, size_t count) {
  if (count > 0) buffer[0] = 0;
  pcre2_get_error_message(error, (PCRE2_UCHAR *)buffer, count);
}

static inline void cpcre2_free(pcre2_code *code) { pcre2_code_free(code); }
