# Runs verify with the action's inputs, and hands on how it went.
set -euo pipefail
arguments=(verify --format github --fail-on "${FAIL_ON:-error}")
give() { # FLAG VALUE: unless the value is empty
	if [ -n "$2" ]; then
		arguments+=("$1" "$2")
	fi
}
if [ -n "${SITE_ROOT:-}" ]; then
	SITE_ROOT=${SITE_ROOT%/}/
fi
give --config "${CONFIG:-}"
give --site-root "${SITE_ROOT:-}"
give --owner "${OWNER:-}"
give --repo "${REPO:-}"
give --pages-type "${PAGES_TYPE:-}"
give --custom-domain "${CUSTOM_DOMAIN:-}"
give --path-prefix "${PATH_PREFIX:-}"
give --report "${SARIF:+sarif=$SARIF}"
give --report "${HTML:+html=$HTML}"
while IFS= read -r rule; do
	give --rule "${rule//[[:space:]]/}"
done <<<"${RULES:-}"
give --url "${URL:-}"
if [ -n "${DIR:-}" ]; then
	arguments+=(-- "$DIR")
fi
status=0
"$RUNNER_TEMP/discovery-helper/discovery-helper" "${arguments[@]}" || status=$?
written() { # NAME FILE: an output for a report of this run
	if [ -n "$2" ] && [ -f "$2" ] && [ "$2" != "${2%$'\n'*}" ]; then
		echo "discovery-helper: the name of a report has more than one line: give it another" >&2
	elif [ -n "$2" ] && [ -f "$2" ]; then
		echo "$1=$2"
	fi
}
{
	echo "status=$status"
	# Where nothing could be checked, a file of that name came with the
	# repository, and whoever wrote it would speak as code scanning.
	if [ "$status" -lt 2 ]; then
		written sarif "${SARIF:-}"
		written html "${HTML:-}"
	fi
} >>"$GITHUB_OUTPUT"
exit "$status"
