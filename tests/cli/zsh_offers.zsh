# SPDX-License-Identifier: MIT
# zsh -f zsh_offers.zsh FOLDER LINE...: what an interactive zsh with the function _rafter of FOLDER lists at the end of each line, one answer a line, sorted.
zmodload zsh/zpty
setopt extended_glob
folder=$1
shift
zpty -b z zsh -f -i
drain() { # SECONDS: all output until it was quiet for that long
	local more
	out=
	repeat 20; do
		sleep $1
		more=
		while zpty -r -t z part; do more+=$part; done
		out+=$more
		[[ -n $more ]] || break
	done
}
zpty -w z "PS1=; stty -echo cols 300; fpath=(${(q)folder} \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' list-choices; LISTMAX=0; zstyle ':completion:*' verbose no; print REA\DY"
until [[ $out == *READY* ]]; do drain 0.2; done
for line; do
	zpty -w -n z "$line"$'\t'
	drain 0.3
	# What is listed stands after "erase to the end of the screen" and before "cursor up".
	list=${out#*$'\e[J'}
	[[ $list != $out ]] || list=
	list=${list%%$'\e['[0-9]#A*}
	list=${list//$'\e['[0-9;?]#[a-zA-Z]/ }
	listed=(${=${list//[$'\r\n']/ }})
	typed=(${=line})
	listed=(${listed:|typed})
	print -r -- ${(o)listed}
	zpty -w -n z $'\x15'
	drain 0.1
done
zpty -d z
