# Puts discovery-helper into $RUNNER_TEMP/discovery-helper: $VERSION of it, or
# what the action's own folder holds.
set -euo pipefail
bin=$RUNNER_TEMP/discovery-helper
mkdir -p "$bin"
if [ -n "${VERSION:-}" ]; then
	GOBIN=$bin go install "github.com/discovery-set/hugo-discovery/cmd/discovery-helper@$VERSION"
else
	GOWORK=off go build -C "$GITHUB_ACTION_PATH" -o "$bin/" ./cmd/discovery-helper
fi
