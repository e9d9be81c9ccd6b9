package redact

// maxDepth bounds how often something decoded is looked into again.
const maxDepth = 3

func (s *scan) decoded(text string) {}

func (s *scan) numbers() {}
