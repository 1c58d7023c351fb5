# Reads the machine code of the library LIBRARY: no fused multiply-add in it, and no call into the C library's
# inexact functions. What the sources cannot hide and the compiler might add.
execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${LIBRARY} OUTPUT_VARIABLE code RESULT_VARIABLE failed)
if(failed OR NOT code MATCHES "<_Z")
  message(FATAL_ERROR "${LIBRARY}: no machine code to read")
endif()
if(code MATCHES "[ \t]((vfn?m(add|sub)|fn?m(add|sub)|fml[as])[^\n]*)")
  message(FATAL_ERROR "${LIBRARY}: fused multiply-add: ${CMAKE_MATCH_1}")
endif()
execute_process(COMMAND ${NM} -u ${LIBRARY} OUTPUT_VARIABLE needed)
if(needed MATCHES "U (a?(sin|cos|tan)h?|atan2|sincos|exp|exp2|log|log2|log10|pow|hypot|cbrt|fma)f?(@[^\n]*)?\n")
  message(FATAL_ERROR "${LIBRARY} calls ${CMAKE_MATCH_1} of the C library")
endif()
