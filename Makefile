# Short names for the usual jobs; CMakeLists.txt and CMakePresets.json do the work.
FUZZ_SECONDS ?= 600

.PHONY: run install test test-long papers papers-long release bench rivals fuzz docs format clean packages test-packages

run: release
	mkdir -p build/results
	build/release/cardan report examples/slider_crank.adm --end 1 --steps 200 --out build/results
	@echo "open $(CURDIR)/build/results/slider_crank.html in a browser; make install puts cardan on the PATH"

# program, library, headers and pkg-config file; PREFIX and DESTDIR as usual
PREFIX ?= /usr/local
install: release
	cmake --build --preset release --target cardan_shared
	DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"

# gcc, gcc with sanitizers, clang: built with warnings as errors, all tests run on each
test: test-packages
	scripts/test-presets release sanitize clang

# what computes for minutes, with gcc
test-long: test-packages
	cmake --preset release
	cmake --build --preset release
	ctest --preset long

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

# the experiments of the source papers, docs/papers.md: what fits into half an hour, and the rest
papers: release
	ABAM_END=0.02 bench/papers/rosenbrock/run.sh build/release/cardan
	bench/papers/comparison/run.sh build/release/cardan
	bench/papers/comparison/beam.sh build/release/cardan
	bench/papers/comparison/rotor.sh build/release/cardan
	bench/papers/comparison/profiles.sh build/release/cardan
	bench/papers/tlismni/run.sh build/release/cardan equal stiff damping figures vehicle
	WHOLE=20 bench/papers/hht/figures.sh build/release/cardan
	WHOLE=0.2 FIGURES=$${TMPDIR:-/tmp}/papers bench/papers/hht/atv.sh build/release/cardan

papers-long: release
	bench/papers/rosenbrock/run.sh build/release/cardan durations
	bench/papers/hht/run.sh build/release/cardan
	WHOLE=200 bench/papers/hht/figures.sh build/release/cardan
	bench/papers/tlismni/run.sh build/release/cardan long bushings
	LIMIT=3600 WHOLE=14 bench/papers/hht/track.sh build/release/cardan
	bench/papers/hht/track.sh build/release/cardan forces
	bench/papers/hht/atv.sh build/release/cardan
	bench/papers/hht/atv.sh build/release/cardan equal

fuzz: test-packages
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

test-packages:
	@scripts/install-packages test
