# Short names for the usual jobs; CMakeLists.txt and CMakePresets.json do the work.
FUZZ_SECONDS ?= 600

.PHONY: run test release bench rivals fuzz docs format clean packages

run: release
	mkdir -p build/results
	build/release/cardan run examples/four_bar.adm --end 1 --steps 100 --out build/results
	@tail -n 1 build/results/four_bar.msg

# gcc, gcc with sanitizers, clang: built with warnings as errors, all tests run on each
test: packages
	scripts/test-presets release sanitize clang

# the program alone; tests and benchmarks have targets of their own
release: packages
	cmake --preset release
	cmake --build --preset release --target cardan_program

bench: release
	cmake --build --preset release --target bench
	for b in $(wildcard bench/*.c); do OPENBLAS_NUM_THREADS=1 build/release/benchmarks/$$(basename $$b .c) || exit 1; done

rivals: release
	cmake --build --preset release --target rivals
	mkdir -p build/rivals && cd build/rivals && ../../bench/rivals.sh ../release/rivals

fuzz: packages
	FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/fuzz

docs: release
	mkdir -p build/docs
	build/release/cardan help --all > build/docs/statements.md

format:
	find src include tests bench \( -name '*.[ch]' -o -name '*.cpp' \) -exec clang-format -i {} +

clean:
	rm -rf build

packages:
	@scripts/install-packages
