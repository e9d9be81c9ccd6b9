// Package signal reads what the end of a session shows: which failure signal stands
// in its last living turns and what has put one right, what proves the work, and
// whether its last answer is one. It says what there is; what that weighs, the
// judge of package offline decides.
package signal
