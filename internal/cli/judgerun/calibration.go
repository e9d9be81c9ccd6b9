package judgerun

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"prism/internal/cli/job"
	"prism/internal/learn"
)

// Calibration is a map that was fitted to what one version of a judge said of labelled
// sessions: the file that holds it.
type Calibration struct {
	Schema   string    `json:"schema"`
	Judge    string    `json:"judge"`
	Version  string    `json:"judge_version"` // of the questions; its verdicts have another once it is in use
	Model    string    `json:"model"`
	Sessions int       `json:"sessions"`
	Map      learn.Map `json:"map"`
}

const calibrationSchema = "prism.calibration/1"

func calibrationFile(p *job.Program, version string) string {
	return filepath.Join(p.Folders().Calibrations(), version+".json")
}

// ReadCalibration is what was fitted to a version; the map that changes nothing where
// nothing was.
func ReadCalibration(p *job.Program, version string) (c Calibration, err error) {
	file := calibrationFile(p, version)
	data, err := os.ReadFile(file) //nolint:gosec // in our own folder, by a name that we made
	if errors.Is(err, fs.ErrNotExist) {
		return Calibration{}, nil
	}
	if err == nil {
		if err = json.Unmarshal(data, &c); err == nil && (c.Schema != calibrationSchema || c.Version != version) {
			err = errors.New("it is not one of this version")
		}
	}
	if err != nil {
		return Calibration{}, job.Hinted(fmt.Errorf("read the calibration %s: %w", p.Short(file), err), "Remove it, or fit it again: prism calibrate --gold LABELS.")
	}
	return c, nil
}

// KeepCalibration keeps a map for a version, in place of the one before.
func KeepCalibration(p *job.Program, c Calibration) (file string, err error) {
	c.Schema = calibrationSchema
	file = calibrationFile(p, c.Version)
	data, err := json.MarshalIndent(c, "", "  ")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o700)
	}
	if err == nil {
		err = os.WriteFile(file+".new", append(data, '\n'), 0o600)
	}
	if err == nil {
		err = os.Rename(file+".new", file)
	}
	if err != nil {
		return "", fmt.Errorf("keep the calibration: %w", err)
	}
	return file, nil
}
