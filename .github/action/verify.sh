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
{
	echo "status=$status"
	if [ -n "${SARIF:-}" ] && [ -e "$SARIF" ]; then echo "sarif=$SARIF"; fi
	if [ -n "${HTML:-}" ] && [ -e "$HTML" ]; then echo "html=$HTML"; fi
} >>"$GITHUB_OUTPUT"
exit "$status"
