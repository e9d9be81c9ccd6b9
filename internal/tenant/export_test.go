package tenant

// Remembered counts the keys that a Limiter knows.
func Remembered(l *Limiter) int { return len(l.keys) }
