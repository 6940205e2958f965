# Two commands: `make run` and `make test`. Everything else they need, they set up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PICAMERA2 := $(shell sed -n 's/.*"\(picamera2>[^"]*\)".*/\1/p' pyproject.toml)

.PHONY: run test tools lint coverage docs bench measure fuzz soak evaluate traced train train-tiles train-close fonts contact-sheets screenshots test-oldest format clean help

run: $(READY)  ## open the kiosk with the virtual table; without a screen, play two games and print their sheets
	@$(BIN)/trioscope kiosk --or-demo

test: $(READY)  ## run the tests
	$(BIN)/pytest -q -n 2 -rs

# Debian tools that single tests need; those tests are skipped with a reason where a tool is not there.
# Each is a command and the package that has it.
TOOLS := strace:strace Xvfb:xvfb xdotool:xdotool systemd-analyze:systemd shellcheck:shellcheck
tools:  ## install the Debian tools that some tests need (as root)
	@missing=; for tool in $(TOOLS); do command -v $${tool%%:*} >/dev/null || missing="$$missing $${tool##*:}"; done; \
	if [ -n "$$missing" ]; then apt-get install -y -q --no-install-recommends $$missing; fi

lint: $(READY)  ## ruff, mypy and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_imports.py

# What keeps the score, and how many branches of a hundred its tests must go through.
KEEPS_SCORE := companion/rules:97 companion/session:90 companion/referee:90 companion/journal:90
coverage: $(READY)  ## branch coverage of rules, session, referee and journal
	@mkdir -p build
	$(BIN)/pytest -q -n 2 tests/rules tests/session tests/referee tests/journal tests/test_record.py \
	  $(foreach part,$(KEEPS_SCORE),--cov=$(firstword $(subst :, ,$(part)))) --cov-branch \
	  --cov-report=json:build/coverage.json
	@$(BIN)/python -m tests.measure.branches build/coverage.json $(KEEPS_SCORE)

screenshots: $(READY)  ## a picture of every screen in every language and size, in build/screenshots
	@$(BIN)/python -m tests.kiosk.shots --out build/screenshots

docs: $(READY)  ## draw the pictures of docs/build.md, and write its tables
	@$(BIN)/python -m tests.docs --screens

bench: $(READY)  ## one table: press to score, accuracy, speed, memory, start, idle, as ratios within this run
	@$(BIN)/python -m tests.bench $(BENCH)

WHOLE_GAMES := build/whole-games
measure: $(READY)  ## whole games through the kiosk, read from frames (an hour; goes on where it was stopped)
	@$(BIN)/python -m tests.measure.whole_games --out $(WHOLE_GAMES) --jobs 2
	@$(BIN)/python -m tests.measure.whole_games --out $(WHOLE_GAMES) --summary

FUZZ_MINUTES ?= 10
fuzz: $(READY)  ## spoil every input that people or disks can spoil, FUZZ_MINUTES each (default 10)
	@$(BIN)/python -m tests.fuzz --minutes $(FUZZ_MINUTES)

soak: $(READY)  ## kill journal and games 300 times each, cut files, play 500 games, and on devices that fail (20 min)
	$(BIN)/python -m tests.soak.journal --kills 300 --cuts 300
	$(BIN)/python -m tests.soak.games --kills 300
	$(BIN)/python -m tests.soak.memory --games 500
	$(BIN)/python -m tests.soak.devices --turns 2000 --real-turns 60

# Photographs with truth, where there are any: photos/README.md of whoever has them says what they must look like.
PHOTOS ?= ../shared/photos
EVALUATE := build/evaluate
PICTURES ?= 300

evaluate: $(READY)  ## how often pictures are read right: drawn ones in looks never trained on, and photographs
	@for level in medium hard; do \
	  [ -d $(EVALUATE)/$$level ] || $(BIN)/trioscope render --game triolet --part held-out --difficulty $$level \
	    --count $(PICTURES) --seed 9001 --jobs 2 --out $(EVALUATE)/$$level || exit; \
	  [ -d $(EVALUATE)/tiles-$$level ] || $(BIN)/trioscope render --game triominos --part held-out \
	    --difficulty $$level --count $(PICTURES) --seed 9001 --jobs 2 --out $(EVALUATE)/tiles-$$level || exit; \
	  [ -d $(EVALUATE)/few-$$level ] || $(BIN)/trioscope render --game triominos --part held-out --few 1 \
	    --difficulty $$level --count $(PICTURES) --seed 9001 --jobs 2 --out $(EVALUATE)/few-$$level || exit; done
	@echo "Triolet:"
	@$(BIN)/trioscope evaluate $(EVALUATE)/medium $(EVALUATE)/hard --jobs 2 --sheet $(EVALUATE)/misses.png
	@echo; echo "Triominos:"
	@$(BIN)/trioscope evaluate $(EVALUATE)/tiles-medium $(EVALUATE)/tiles-hard --jobs 2 \
	  --sheet $(EVALUATE)/tile-misses.png
	@echo; echo "Triominos, hardly a tile on the table yet:"
	@$(BIN)/trioscope evaluate $(EVALUATE)/few-medium $(EVALUATE)/few-hard --jobs 2
	@echo; echo "Calibration and enrolment:"; $(BIN)/python -m tests.measure.mounts --count 50
	@if [ -d $(PHOTOS) ]; then \
	  echo; echo "Photographs of boards:"; $(BIN)/trioscope evaluate $(PHOTOS)/boards; \
	  [ -d $(EVALUATE)/disturbed ] || \
	    $(BIN)/python -m tests.photos.disturb --photos $(PHOTOS)/boards --out $(EVALUATE)/disturbed --seed 1; \
	  echo; echo "The same, disturbed:"; $(BIN)/trioscope evaluate $(EVALUATE)/disturbed/* --jobs 2; \
	  echo; $(BIN)/python -m tests.photos.numbers --photos $(PHOTOS)/numbers --virtual $(EVALUATE)/medium; \
	  echo; echo "Photographs of tiles with pips:"; $(BIN)/trioscope evaluate $(PHOTOS)/triangles; \
	else echo "There are no photographs in $(PHOTOS): PHOTOS=FOLDER names another place."; fi

# Blender as a package, and typefaces of another source, in an environment of their own (1 GB): nothing of it is
# needed elsewhere. Half a minute to a few minutes a picture. SMALL=--small: of as few pixels as is promised.
TRACED := build/traced
TRACE_COUNT ?= 12
TRACE_SEED ?= 1
SMALL ?=
TRACE_FONTS := font-fredoka-one font-hanken-grotesk font-source-sans-pro font-intuitive font-manrope
traced: $(READY)  ## path-trace pictures that have nothing of the virtual table, and measure the reading on them
	@[ -e $(TRACED)/venv/ready ] || { $(PYTHON) -m venv $(TRACED)/venv && \
	  $(TRACED)/venv/bin/pip install -q --disable-pip-version-check 'bpy>=4.2,<5' numpy opencv-python pillow \
	    $(TRACE_FONTS) && touch $(TRACED)/venv/ready; }
	@for game in triolet triominos; do \
	  PYTHONPATH=. $(TRACED)/venv/bin/python -m tests.traced --game $$game --count $(TRACE_COUNT) \
	    --seed $(TRACE_SEED) $(SMALL) --out $(TRACED)/$$game$(SMALL)-$(TRACE_SEED) && \
	  $(BIN)/trioscope evaluate $(TRACED)/$$game$(SMALL)-$(TRACE_SEED) --jobs 2 || exit; done

# Hours. PyTorch is a tool of this target alone: pip install torch onnx into .venv first.
TRAIN := build/train
WEB_FONTS := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/trioscope/web-fonts
train: $(READY)  ## train the networks of Triolet again, from pictures rendered for it (hours; needs PyTorch and make fonts)
	@mkdir -p $(TRAIN)
	@set -e; seed=1001; for level in medium hard medium easy hard; do \
	  [ -d $(TRAIN)/$$level-$$seed ] || $(BIN)/trioscope render --game triolet --part train --jobs 2 \
	    --difficulty $$level --disorder 0.65 --hands 0.12 --count 600 --seed $$seed --out $(TRAIN)/$$level-$$seed; \
	  seed=$$((seed + 1)); done
	@set -e; seed=2001; for level in medium hard; do \
	  [ -d $(TRAIN)/$$level-$$seed ] || [ ! -d $(WEB_FONTS) ] || $(BIN)/trioscope render --game triolet --part train \
	    --jobs 2 --fonts $(WEB_FONTS) --difficulty $$level --disorder 0.65 --hands 0.12 --count 250 --seed $$seed \
	    --out $(TRAIN)/$$level-$$seed; seed=$$((seed + 1)); done
	$(BIN)/python -m vision.training.train_faces pack --folders $(TRAIN)/*/ --out $(TRAIN)/seen.npz
	$(BIN)/python -m hardware.virtual.fonts numbers --out $(TRAIN)/numbers.npz
	$(BIN)/python -m vision.training.train_faces draw --numbers $(TRAIN)/numbers.npz --out $(TRAIN)/drawn.npz
	$(BIN)/python -m vision.training.train_faces train --seen $(TRAIN)/seen.npz --drawn $(TRAIN)/drawn.npz \
	  --out vision/models/faces.onnx
	$(BIN)/python -m vision.training.train_boards locate --folders $(TRAIN)/*/ --out vision/models/locate.onnx
	$(BIN)/python -m vision.training.train_boards squares --folders $(TRAIN)/*/ --out vision/models/squares.onnx

TRAIN_TILES := build/train-tiles
TILES := $(BIN)/python -m vision.training.train_tiles
PACKS := --seen $(TRAIN_TILES)/seen.npz $(TRAIN_TILES)/mined.npz --drawn $(TRAIN_TILES)/drawn.npz
train-tiles: $(READY)  ## the same for Triominos (hours)
	@mkdir -p $(TRAIN_TILES)
	@set -e; seed=7001; for level in medium hard medium easy; do \
	  [ -d $(TRAIN_TILES)/$$level-$$seed ] || $(BIN)/trioscope render --game triominos --part train --jobs 2 \
	    --difficulty $$level --hands 0.12 --count 600 --seed $$seed --out $(TRAIN_TILES)/$$level-$$seed; \
	  seed=$$((seed + 1)); done
	@set -e; seed=8001; for level in medium hard; do \
	  [ -d $(TRAIN_TILES)/$$level-$$seed ] || [ ! -d $(WEB_FONTS) ] || $(BIN)/trioscope render --game triominos \
	    --part train --jobs 2 --fonts $(WEB_FONTS) --difficulty $$level --hands 0.05 --count 200 --seed $$seed \
	    --out $(TRAIN_TILES)/$$level-$$seed; seed=$$((seed + 1)); done
	$(BIN)/python -m hardware.virtual.fonts numbers --out $(TRAIN_TILES)/numbers.npz
	$(TILES) pack --folders $(TRAIN_TILES)/*/ --out $(TRAIN_TILES)/seen.npz
	$(TILES) draw --numbers $(TRAIN_TILES)/numbers.npz --processes 2 --out $(TRAIN_TILES)/drawn.npz
	$(TILES) finder --folders $(TRAIN_TILES)/*/ --numbers $(TRAIN_TILES)/numbers.npz --steps 14000 --rate 3e-3 \
	  --cache $(TRAIN_TILES)/finder.pkl --out vision/models/tiles.onnx
	$(TILES) mine --folders $(TRAIN_TILES)/*/ --out $(TRAIN_TILES)/mined.npz
	$(TILES) looks $(PACKS) --steps 10000 --out vision/models/tile-looks.onnx
	$(TILES) corners $(PACKS) --steps 24000 --out vision/models/tile-corners.onnx

# The network begins as that of the first look, and learns from what leaves that one in doubt.
TRAIN_CLOSE := build/train-close
CLOSE := $(BIN)/python -m vision.training.train_close
train-close: $(READY)  ## train the network that looks again at doubtful tokens (an hour and a half; after train)
	@mkdir -p $(TRAIN_CLOSE)
	@set -e; for frames in 1 3 15; do for fonts in debian web; do \
	  out=$(TRAIN_CLOSE)/$$fonts-$$frames; seed=$$((1300 + frames)); from=; \
	  [ $$fonts = debian ] || { seed=$$((2300 + frames)); from="--fonts $(WEB_FONTS)"; }; \
	  [ -d $$out ] || [ $$fonts = web -a ! -d $(WEB_FONTS) ] || $(BIN)/trioscope render --game triolet --part train \
	    --jobs 2 $$from --difficulty hard --disorder 0.3 --hands 0.05 --burst $$frames --count 500 --seed $$seed \
	    --out $$out; \
	done; done
	$(CLOSE) pack --folders $(TRAIN_CLOSE)/*/ --out $(TRAIN_CLOSE)/doubts.npz
	$(CLOSE) train --begin vision/models/faces.onnx --doubts $(TRAIN_CLOSE)/doubts.npz --drawn $(TRAIN)/drawn.npz \
	  --steps 7000 --out vision/models/faces-close.onnx

fonts: $(READY)  ## fetch the typefaces that training pictures are printed in (Debian packages, and npm packages)
	$(BIN)/python -m hardware.virtual.fonts fetch
	@if command -v npm >/dev/null; then $(BIN)/python -m hardware.virtual.fonts fetch-web; \
	else echo "Without npm the networks can only be trained on Debian's typefaces."; fi

contact-sheets: $(READY)  ## draw 24 pictures of each game and difficulty into build/contact-sheets
	@rm -rf build/contact-sheets && mkdir -p build/contact-sheets
	@for game in triolet triominos; do for level in easy medium hard; do \
	  $(BIN)/trioscope render --game $$game --difficulty $$level --count 24 --jobs 2 --seed 3 \
	    --out build/contact-sheets/$$game-$$level --sheet build/contact-sheets/$$game-$$level.png || exit; \
	done; done

test-oldest:  ## run the tests with the oldest dependencies that pyproject.toml allows
	$(PYTHON) -m venv .venv-oldest
	.venv-oldest/bin/pip install -q -c tests/oldest.txt -e '.[dev]'
	@$(call add-picamera2,.venv-oldest/bin,-c tests/oldest.txt)
	.venv-oldest/bin/pytest -q -n 2

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .venv-oldest .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(READY): pyproject.toml Makefile
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -e '.[dev]'
	@$(call add-picamera2,$(BIN))
	@$(BIN)/python -c 'import cv2' 2>/dev/null || $(MAKE) --no-print-directory libraries
	@touch $@

# For its names and arguments, which the tests of the Pi's camera are held to: without what it stands on, which
# needs a Pi. Where it cannot be fetched those tests are skipped, with a reason.
add-picamera2 = $1/pip install -q --disable-pip-version-check --no-deps $2 '$(PICAMERA2)' || \
	  echo "picamera2 could not be fetched: the tests of the Pi's camera are skipped."

# OpenCV's wheel needs three shared libraries that a bare Debian lacks (trixie renamed the third).
.PHONY: libraries
libraries:
	@glib=libglib2.0-0; \
	if ! command -v apt-get >/dev/null; then \
	  echo "OpenCV needs the shared libraries libxcb, libGL and glib 2: please install them and try again."; exit 1; fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo="sudo -n"; \
	if $$sudo true 2>/dev/null; then \
	  $$sudo apt-get update -q >/dev/null; \
	  if apt-cache show libglib2.0-0t64 >/dev/null 2>&1; then glib=libglib2.0-0t64; fi; \
	  DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qy --no-install-recommends libxcb1 libgl1 $$glib >/dev/null; \
	else \
	  echo "OpenCV needs three shared libraries. Please type: sudo apt install libxcb1 libgl1 $$glib"; exit 1; fi
	@$(BIN)/python -c 'import cv2'

# Installing on a Raspberry Pi: install, uninstall, update, test-install, test-systemd, test-kms, test-arm, wheels.
include systemd/install.mk
