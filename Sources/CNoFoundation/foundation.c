// What swift-argument-parser names of Foundation: an encoder of JSON for its hidden option --experimental-dump-help,
// and the protocol of errors that describe themselves, to which no error of tasks conforms. With these the program is
// linked without Foundation, which is a sixth of it. tasks-web needs Foundation, so it must be linked without this file.

#ifdef TASKS_STATIC

#include <unistd.h>

#define MODULE "$s20FoundationEssentials"
#define TEXT "$sSS20FoundationEssentialsE"

static void refuse(void) {
  static const char message[] = "tasks: --experimental-dump-help is not an option of tasks\n";
  (void)!write(2, message, sizeof message - 1);
  _exit(2);
}

#define MISSING(name, symbol) \
  void name(void) __asm__(symbol); \
  void name(void) { refuse(); }

MISSING(encoder_class, MODULE "11JSONEncoderCMa")
MISSING(encoder_init, MODULE "11JSONEncoderCACycfc")
MISSING(encoder_sorted_keys, MODULE "11JSONEncoderC16OutputFormattingV10sortedKeysAEvau")
MISSING(encoder_pretty_printed, MODULE "11JSONEncoderC16OutputFormattingV13prettyPrintedAEvau")
MISSING(text_of_data, TEXT "4data8encodingSSSgAA4DataVh_SSAAE8EncodingVtcfC")
MISSING(text_utf8, TEXT "8EncodingV4utf8ACvau")

// A protocol descriptor (swift/ABI/Metadata.h, TargetProtocolDescriptor) without requirements. No type conforms to it.
__asm__(".section .rodata\n"
        ".p2align 2\n"
        "tasks_localized_error: .asciz \"LocalizedError\"\n"
        ".p2align 2\n"
        ".globl \"" MODULE "14LocalizedErrorMp\"\n"
        "\"" MODULE "14LocalizedErrorMp\":\n"
        ".long 0x10043\n"
        ".long 0\n"
        ".long tasks_localized_error - .\n"
        ".long 0\n"
        ".long 0\n"
        ".long 0\n"
        ".previous\n");

#endif
